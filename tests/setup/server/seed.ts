import fc from 'fast-check';

// A fixed seed: new failures must not be blamed on unrelated changes. `npm run prove` uses random cases.
if (!process.env.PROVE && !process.env.LONG) fc.configureGlobal({ seed: 20_261_121 });
