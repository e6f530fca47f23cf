import { chromium } from 'playwright-core';
import { findProgram, type Program } from './find-program.ts';

/** The browser of tests and screenshots. */
export const CHROMIUM: Program = {
  title: 'Chromium',
  setting: 'CHROMIUM',
  // Debian's Chromium without windows: half the work for a page.
  names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
  elsewhere: [chromium.executablePath()],
  packages: ['chromium-headless-shell', 'chromium'],
};

/** The path of a Chromium for tests and screenshots; undefined where no way works. */
export const findChromium = (tell?: (message: string) => void) => findProgram(CHROMIUM, tell);
