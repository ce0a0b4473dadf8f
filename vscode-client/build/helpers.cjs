// What TypeScript writes into every file of a library that was compiled to CommonJS, once.
'use strict';

exports.__createBinding = (to, from, key, name = key) =>
  Object.defineProperty(to, name, { enumerable: true, configurable: true, get: () => from[key] });

exports.__exportStar = (from, to) => {
  for (const key in from) {
    if (key !== 'default' && !Object.hasOwn(to, key)) exports.__createBinding(to, from, key);
  }
};

exports.__importStar = module => (module?.__esModule ? module : Object.create(module, { default: { value: module } }));

exports.__setModuleDefault = (to, module) => Object.defineProperty(to, 'default', { enumerable: true, value: module });
