import { runFigures } from '../load/run.ts';
import { f1 } from './f1-server-killed.ts';
import { f2 } from './f2-database-killed.ts';
import { f3 } from './f3-primary-lost.ts';
import { f4 } from './f4-client-cut.ts';
import { f6 } from './f6-bad-weather.ts';
import { f7 } from './f7-two-act.ts';
import { f8 } from './f8-same-key.ts';
import { f9 } from './f9-money-raced.ts';
import { f10 } from './f10-run-killed.ts';
import { f11 } from './f11-jobs.ts';
import { f12 } from './f12-last-place.ts';
import { f13 } from './f13-lock-moved.ts';
import { f14 } from './f14-stopped.ts';

await runFigures('faults', [f1, f2, f3, f4, f6, f7, f8, f9, f10, f11, f12, f13, f14]);
