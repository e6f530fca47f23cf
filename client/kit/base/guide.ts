import type { Explained } from '@lobby/shared/explained.ts';
import { atom } from 'jotai';
import { store } from './store.ts';

/** Where the guide opens: at its beginning, at the statuses, or at the explanation of a refusal. */
export type GuidePlace = 'page' | 'statuses' | { why: Explained };

/** Position of the guide opened beside the work; null if closed. */
export const guideAtom = atom<GuidePlace | null>(null);

/** Opens the guide at the explanation of a refusal. */
export const openGuide = (at: GuidePlace): void => store.set(guideAtom, at);
