def main(setup):
    setup(name="cape", version="9.1")
