import type { Figure } from '../load/figure.ts';
import { x1 } from './x1-foreign-ids.ts';
import { x2 } from './x2-flags-off.ts';
import { x3 } from './x3-personal-data.ts';
import { x4 } from './x4-mass-assignment.ts';
import { x5 } from './x5-fuzz.ts';
import { x6 } from './x6-operators.ts';
import { x7 } from './x7-scripts.ts';
import { x8 } from './x8-uploads.ts';
import { x9 } from './x9-slow-and-large.ts';
import { x10 } from './x10-ended-sessions.ts';
import { x11 } from './x11-guessing.ts';
import { x12 } from './x12-secrets.ts';

/** Attacks by a signed-in caller without the right. */
export const RIGHTS: readonly Figure[] = [x1, x2, x3, x4];
/** Attacks through the input of a request. */
export const INPUT: readonly Figure[] = [x6, x7, x8, x9];
/** Attacks by callers who are not signed in, or no longer. */
export const SESSIONS: readonly Figure[] = [x10, x11, x12];

/** Everything that is tried against the product (proof.md, "Letting no one in"), in the order in which it is told. */
export const ATTACKS: readonly Figure[] = [...RIGHTS, x5, ...INPUT, ...SESSIONS];
