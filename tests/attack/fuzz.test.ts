import { tryQuickly } from './quick.ts';
import { x5 } from './x5-fuzz.ts';

// Apart from the others: it takes as long as all of them.
tryQuickly([x5]);
