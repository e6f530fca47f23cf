import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../theme/classes.ts';
import { usePreference } from '../../session/preferences.ts';
import { Button } from '../controls/Button.tsx';
import { Checkbox } from '../controls/Checkbox.tsx';
import { actKeys } from '../keyboard.ts';
import { Dialog } from '../overlay/Dialog.tsx';
import { KeyGroups } from './KeyGroups.tsx';

const groupsClass = styleClass({
  columnCount: { base: 1, md: 3 },
  columnGap: '8',
  '& section': { breakInside: 'avoid', pb: '4' },
  '& h3': { textStyle: 'xs', color: 'fg.subtle', pb: '1.5', fontWeight: 'medium' },
});
export interface ShortcutsProps {
  onClose: () => void;
}

/** All keyboard shortcuts, and the switch for those without modifier keys (WCAG 2.1.4). */
export function ShortcutsDialog({ onClose }: ShortcutsProps) {
  const { t } = useTranslation('around');
  const [singles, setSingles] = usePreference('singleKeys', true);
  // The acts' shortcuts at the time of opening.
  const [acts] = useState(actKeys);
  return (
    <Dialog
      wide
      open
      title={t('keys.title')}
      onClose={onClose}
      footer={
        <>
          <span style={{ display: 'flex', flex: 1 }}>
            <Checkbox label={t('keys.off')} checked={!singles} onChange={event => setSingles(!event.target.checked)} />
          </span>
          <Button onClick={onClose}>{t('keys.close')}</Button>
        </>
      }
    >
      <div className={groupsClass()}>
        <KeyGroups acts={acts} />
      </div>
    </Dialog>
  );
}
