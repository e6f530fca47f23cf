import { useSyncExternalStore } from 'react';
import { useLanguage } from '../../kit/i18n/i18n.ts';
import { onWhiteLabel, whiteLabel } from '../../theme/white-label.ts';

/** Brand above the menu and beside the sign-in. */
export interface Brand {
  name: string;
  logo?: string;
  /** For dark backgrounds. */
  logoDark?: string;
  note?: string;
  support?: string;
}

/** The white label in the reader's language. */
export function useBrand(): Brand {
  const { language } = useLanguage();
  const { name, logo, logoDark, support, notes } = useSyncExternalStore(onWhiteLabel, whiteLabel);
  const note = notes[language] ?? notes.vi;
  return {
    name,
    ...(logo && { logo }),
    ...(logoDark && { logoDark }),
    ...(note && { note }),
    ...(support && { support }),
  };
}
