import { parseArgs } from 'node:util';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { z } from 'zod';
import { mastersIn, readEnv } from '../server/env.ts';
import { systemCtx } from '../server/kit/base/context.ts';
import { Refusal } from '../server/kit/base/errors.ts';
import { configurePersonalSecret } from '../server/kit/privacy/personal.ts';
import { configureDefinitions } from '../server/kit/store/refs/refs.ts';
import { addBuiltIn } from '../server/modules/template/index.ts';
import { configureSessionSecret } from '../server/platform/auth/sessions.ts';
import { createFirstProject } from '../server/platform/projects/building/create-first-project.ts';
import { settingsOf } from '../server/platform/projects/projects.ts';
import { withDatabase } from './backup/installation.ts';

// Creates a project and its first administrator, who is invited by mail; the database must have been prepared by a server.

const HELP = `npm run project -- --name "Hoa Sen" --code HS --admin "Vũ Quang Minh" --email minh@example.vn

Makes the project, its Admin position with all rights, and invites the administrator by mail: the link in it sets
the password. Uses the database of the running server, or MONGODB_URI. Run again with another --email it invites another.`;
const say = (line: string) => process.stdout.write(`${line}\n`);

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { name: text, code: text, admin: text, email: text, help: { type: 'boolean' } },
});
const { name, code, admin, email } = values;

if (values.help || !name || !code || !admin || !email) {
  say(HELP);
  process.exitCode = values.help ? 0 : 1;
} else {
  try {
    if (!z.email().safeParse(email).success) throw new Error(`${email} is no e-mail address`);
    const env = readEnv(process.env);
    configurePersonalSecret(env.secrets.personal, () => mastersIn(env.DATA_DIR));
    configureSessionSecret(env.secrets.signing);
    configureDefinitions(MODULES);
    await withDatabase(env, async () => {
      const now = new Date();
      const project = await createFirstProject({ name, code }, { name: admin, email }, now);
      await addBuiltIn(systemCtx(settingsOf(project), now));
    });
    say(`${email} is invited to ${name}; the server sends the mail within a minute`);
  } catch (error) {
    const taken = error instanceof Refusal && error.code === 'ALREADY_EXISTS';
    const reason = taken
      ? 'another project has this code, or this person has a place in it'
      : error instanceof Error
        ? error.message
        : String(error);
    say(`Not done: ${reason}`);
    process.exitCode = 1;
  }
}
