import matplotlib  # a library that is not there: this file must not be imported
