import type { Explained } from '@lobby/shared/explained.ts';
import { atom } from 'jotai';
import { store } from './store.ts';

/** Where a page of the guide is opened: at its beginning, at the statuses, or at a refusal that it explains. */
export type GuidePlace = 'page' | 'statuses' | { why: Explained };

/** Where the guide stands open beside the work. */
export const guideAtom = atom<GuidePlace | null>(null);

/** Opens the guide at what explains a refusal. */
export const openGuide = (at: GuidePlace): void => store.set(guideAtom, at);
