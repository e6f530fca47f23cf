import { RIGHTS } from './attacks.ts';
import { tryQuickly } from './quick.ts';

tryQuickly(RIGHTS);
