import { atom } from 'jotai';
import { store } from './store.ts';

/** Where the guide stands open beside the work: at its page, or at the statuses there. */
export const guideAtom = atom<'page' | 'statuses' | null>(null);

/** Opens the guide at what explains a refusal. */
export const openGuide = (at: 'statuses'): void => store.set(guideAtom, at);
