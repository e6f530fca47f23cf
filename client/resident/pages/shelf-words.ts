import { t } from '../words.ts';

/** `Shelf B6`; a place in words of its own stands as it is. */
export const shelfWords = (shelf: string | null): string =>
  shelf && /^\S+$/.test(shelf) ? t('parcels.shelf', { shelf }) : (shelf ?? '');
