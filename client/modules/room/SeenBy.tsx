import type { Reading } from '@lobby/shared/modules/room.ts';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../theme/classes.ts';

const seenClass = styleClass({ flex: 'none', px: '5', pb: '1', textStyle: 'xs', color: 'fg.muted' });

/** Who else has read the conversation. */
export function SeenBy({ readers = [] }: Partial<Pick<Reading, 'readers'>>) {
  const { t } = useTranslation('room');
  const names = readers.map(({ name }) => name).filter(Boolean);
  return names.length > 0 ? <p className={seenClass()}>{t('readBy', { names: names.join(', ') })}</p> : null;
}
