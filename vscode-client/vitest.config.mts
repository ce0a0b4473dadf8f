import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,mjs}'],
    // Parts that only read files and texts: one process is quicker than several.
    pool: 'threads',
    isolate: false,
    reporters: ['default'],
  },
});
