import fc from 'fast-check';

// The same cases in each run of the gate: a new one would be charged to whoever changed something else. `npm run prove` looks for new ones.
if (!process.env.PROVE && !process.env.LONG) fc.configureGlobal({ seed: 20_261_121 });
