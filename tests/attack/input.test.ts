import { INPUT } from './attacks.ts';
import { tryQuickly } from './quick.ts';

tryQuickly(INPUT);
