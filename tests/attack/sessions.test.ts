import { SESSIONS } from './attacks.ts';
import { tryQuickly } from './quick.ts';

tryQuickly(SESSIONS);
