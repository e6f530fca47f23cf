import { type Reading, seersOf } from '@lobby/shared/modules/room.ts';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../theme/classes.ts';

const seenClass = styleClass({ flex: 'none', px: '5', pb: '1', textStyle: 'xs', color: 'fg.muted' });

export function SeenBy({ reading }: { reading: Reading | null }) {
  const { t } = useTranslation('room');
  const names = reading ? seersOf(reading) : [];
  return names.length > 0 ? <p className={seenClass()}>{t('readBy', { names: names.join(', ') })}</p> : null;
}
