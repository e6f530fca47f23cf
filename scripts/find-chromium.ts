import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';

const run = promisify(execFile);
/** Debian's Chromium without windows; half the work for a page. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome'];

/** The path of a Chromium for tests and screenshots, from Debian's package where root finds none; undefined where no way works. */
export async function findChromium(tell: (message: string) => void = () => {}): Promise<string | undefined> {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  return (await findOnPath()) ?? (await existing(chromium.executablePath())) ?? (await installFromDebian(tell));
}

async function findOnPath(): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const name of NAMES) {
      const found = await existing(join(folder, name));
      if (found) return found;
    }
  return undefined;
}

async function installFromDebian(tell: (message: string) => void): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !(await existing('/usr/bin/apt-get'))) return undefined;
  tell('Installing Chromium for the browser tests (once, a few minutes)');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await run('apt-get', ['update', '-qq'], { env });
    const install = (name: string) =>
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env, maxBuffer: 64 << 20 });
    await install(SHELL).catch(() => install('chromium'));
  } catch (error) {
    tell(`apt-get could not install it: ${error instanceof Error ? error.message : error}`);
  }
  return (await findOnPath()) ?? (await existing(`/usr/bin/${SHELL}`)) ?? existing('/usr/bin/chromium');
}

async function existing(path: string): Promise<string | undefined> {
  return access(path, constants.X_OK).then(
    () => path,
    () => undefined,
  );
}
