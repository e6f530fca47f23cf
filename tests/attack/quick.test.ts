import { ATTACKS } from './attacks.ts';
import { tryQuickly } from './quick.ts';
import { x5 } from './x5-fuzz.ts';

tryQuickly(ATTACKS.filter(attack => attack !== x5));
