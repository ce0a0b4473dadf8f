// When the extension began to load. Imported before everything else, so that the rest is measured.
export const loading = performance.now();
