OLD_OPTMAP = {"OldTarDirs": "x", "OldFiles": "y"}
