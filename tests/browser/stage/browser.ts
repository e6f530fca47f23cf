import { DEFAULT_LANGUAGE, type Language } from '@lobby/shared/kit/languages.ts';
import {
  type APIResponse,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
} from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages side by side must not slow each other down as if hidden.
  '--disable-renderer-backgrounding',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--font-render-hinting=none',
];
/** Pages that live for seconds are not worth being compiled twice. */
export const SHORT_LIVED = ['--js-flags=--no-opt --no-maglev'];
const PASSWORD = 'lobby-demo';

/** A wide screen of the office and a narrow phone. */
export const SCREENS = { desk: { width: 1440, height: 900 }, phone: { width: 360, height: 800 } } as const;

/** How somebody sits before the product. */
export interface Look {
  language?: Language;
  mode?: 'light' | 'dark' | 'system';
  screen?: keyof typeof SCREENS;
  /** Further choices of the browser context. */
  options?: BrowserContextOptions;
}

export function launchBrowser(executablePath: string, more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...FLAGS, ...more] });
}

/** A browser of its own, as private as a window of another person, with the choices made. */
export async function openWindow(browser: Browser, { language = DEFAULT_LANGUAGE, mode = 'light', ...look }: Look) {
  const phone = look.screen === 'phone';
  const context = await browser.newContext({
    viewport: SCREENS[look.screen ?? 'desk'],
    locale: language,
    timezoneId: 'Asia/Ho_Chi_Minh',
    colorScheme: mode === 'system' ? 'light' : mode,
    reducedMotion: 'reduce',
    hasTouch: phone,
    ...look.options,
  });
  await context.addInitScript(`
    // Only what was not chosen on the screen since; an empty page has no storage.
    if (origin.startsWith('http')) {
      localStorage['lobby.language'] ??= '${language}';
      localStorage['lobby.mode'] ??= '${mode}';
    }
    // A browser just started guesses a slow line, which the product would warn of.
    Object.defineProperty(NetworkInformation.prototype, 'downlink', { get: () => 10 });
  `);
  return context;
}

/** Keeps the cookies of an answer as long as the window stands: the tests' clock, by which they end, is not the browser's. */
export async function keepCookies(context: BrowserContext, answer: APIResponse): Promise<void> {
  const domain = new URL(answer.url()).hostname;
  const cookies = answer
    .headersArray()
    .filter(({ name }) => name.toLowerCase() === 'set-cookie')
    .map(({ value: said }) => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(said) ?? [];
      const [, path = '/'] = /; Path=([^;]+)/.exec(said) ?? [];
      return { name, value, domain, path, httpOnly: /; HttpOnly/.test(said), sameSite: 'Strict' as const };
    });
  await context.addCookies(cookies);
}

/** Signs staff of the demo in, as the form does; the next page of the context is theirs. Answers who they are. */
export async function enter(context: BrowserContext, url: string, email: string): Promise<string> {
  const answer = await context.request.post(`${url}/api/auth/login`, { data: { email, password: PASSWORD } });
  if (!answer.ok()) throw new Error(`${email} is not let in: ${answer.status()} ${await answer.text()}`);
  await keepCookies(context, answer);
  return (await answer.json()).data.user.id;
}
