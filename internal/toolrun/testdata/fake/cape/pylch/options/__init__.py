from ...cfdx import nothing_of_that_name
