import { tryQuickly } from './quick.ts';
import { x5 } from './x5-fuzz.ts';

// Apart from the others: it takes longer than any of them.
tryQuickly([x5]);
