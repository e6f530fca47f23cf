import { runFigures } from '../load/run.ts';
import { ATTACKS } from './attacks.ts';

// npm run attack                   every attack; writes its section of docs/benchmarks.md
// npm run attack -- x1 x5          some of them
// npm run attack -- --quick        with few cases, as `npm test` makes them

await runFigures('attack', ATTACKS);
