import { sendDue } from '@lobby/server/kit/mail/send.ts';
import { expect, it } from 'vitest';
import { callerOf, type Row } from '../setup/caller.ts';
import { mailTo, tokenIn } from '../setup/mail/mailbox.ts';
import { runScript } from '../setup/server/child.ts';
import { startServer } from '../setup/server/server.ts';
import { PASSWORD } from '../setup/world.ts';

const server = await startServer();
const anybody = callerOf(
  () => server.url,
  () => ({ 'Accept-Language': 'vi' }),
);

const command = (...args: string[]) => runScript(server, 'project.ts', args);

it('makes a project whose first administrator may do everything', async () => {
  const given = ['--name', 'Hoa Mai', '--code', 'HM', '--admin', 'Vũ Quang Minh'];
  expect(await command(...given)).toMatchObject({ code: 1, said: expect.stringContaining('npm run project') });
  expect(await command(...given, '--email', 'no-address')).toMatchObject({ code: 1 });
  const email = 'minh@example.test';
  expect(await command(...given, '--email', email)).toMatchObject({
    code: 0,
    said: expect.stringContaining('invited'),
  });
  await sendDue(new Date());
  const token = tokenIn(await mailTo(server.dir, email));
  expect((await anybody.post('/auth/password/reset', { token, password: PASSWORD })).status).toBe(200);
  const { data } = await anybody.post<{ accessToken: string; employees: { projectId: string }[] }>('/auth/login', {
    email,
    password: PASSWORD,
  });
  const standing = { Authorization: `Bearer ${data.accessToken}`, 'X-Project-Id': data.employees[0]?.projectId ?? '' };
  const modules = (await anybody.get<(Row & { write: boolean })[]>('/module', standing)).data;
  expect(modules.length).toBeGreaterThan(3);
  for (const module of modules) expect(module.write).toBe(true);
  // Twice is once; a second administrator comes into the same project; a code is one project's.
  expect(await command(...given, '--email', email)).toMatchObject({ code: 1 });
  expect(await command(...given, '--email', 'second@example.test')).toMatchObject({ code: 0 });
  const other = ['--name', 'Other', '--code', 'HM', '--admin', 'A', '--email', 'a@example.test'];
  expect(await command(...other)).toMatchObject({ code: 1, said: expect.stringContaining('another project') });
}, 60_000);
