import { commands } from './commands.ts';
import { growth } from './growth.ts';
import { office } from './office.ts';
import { runFigures } from './run.ts';
import { s1 } from './s1-events.ts';
import { s2 } from './s2-seen.ts';
import { s3 } from './s3-create.ts';
import { s4 } from './s4-list.ts';
import { s5 } from './s5-deep-and-search.ts';
import { s6 } from './s6-billing-run.ts';
import { s7 } from './s7-chat-meanwhile.ts';
import { s8 } from './s8-import.ts';
import { s9 } from './s9-export.ts';
import { s10 } from './s10-idle-sockets.ts';
import { s11 } from './s11-long-list.ts';
import { s12 } from './s12-first-load.ts';
import { s13 } from './s13-start.ts';
import { s14 } from './s14-two-servers.ts';
import { s15 } from './s15-rights.ts';
import { s16 } from './s16-notices.ts';
import { s17 } from './s17-among-500.ts';

await runFigures('bench', [
  s1,
  s2,
  s3,
  s4,
  s5,
  s6,
  s7,
  s8,
  s9,
  s10,
  s11,
  s12,
  s13,
  s14,
  s15,
  s16,
  s17,
  growth,
  office,
  commands,
]);
