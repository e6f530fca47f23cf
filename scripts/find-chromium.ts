import { chromium } from 'playwright-core';
import { findProgram, type Program } from './find-program.ts';

/** The browser for tests and screenshots. */
export const CHROMIUM: Program = {
  title: 'Chromium',
  setting: 'CHROMIUM',
  // Debian's headless Chromium needs about half the work per page.
  names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
  elsewhere: [chromium.executablePath()],
  packages: ['chromium-headless-shell', 'chromium'],
};

/** Returns the path of a Chromium for tests and screenshots; undefined if none is found. */
export const findChromium = (tell?: (message: string) => void) => findProgram(CHROMIUM, tell);
