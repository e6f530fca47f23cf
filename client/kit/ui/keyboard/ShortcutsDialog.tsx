import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../theme/classes.ts';
import { usePreference } from '../../session/preferences.ts';
import { Button } from '../controls/Button.tsx';
import { Checkbox } from '../controls/Checkbox.tsx';
import { actKeys } from '../keyboard.ts';
import { KeyCap } from '../marks/KeyCap.tsx';
import { Dialog } from '../overlay/Dialog.tsx';
import { SHORTCUTS } from './shortcuts.ts';

const groupsClass = styleClass({
  columnCount: { base: 1, md: 3 },
  columnGap: '8',
  '& section': { breakInside: 'avoid', pb: '4' },
  '& h3': { textStyle: 'xs', color: 'fg.subtle', pb: '1.5', fontWeight: 'medium' },
});
const listClass = styleClass({
  display: 'grid',
  gridTemplateColumns: '1fr auto',
  rowGap: '1.5',
  columnGap: '3',
  alignItems: 'center',
  '& > div': { display: 'contents' },
  '& dd': { display: 'flex', gap: '1', justifyContent: 'flex-end' },
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
  const groups = Object.entries(SHORTCUTS).map(([name, keys]) => ({
    name,
    lines: Object.entries<string>(keys).map(([does, shown]) => ({ keys: shown, words: t(`keys.${does}`) })),
  }));
  if (acts.length > 0) groups.push({ name: 'acts', lines: acts.map(({ keys, words }) => ({ keys, words })) });
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
        {groups.map(({ name, lines }) => (
          <section key={name}>
            <h3>{t(`keys.groups.${name}`)}</h3>
            <dl className={listClass()}>
              {lines.map(({ keys, words }) => (
                <div key={keys}>
                  <dt>{words}</dt>
                  <dd>
                    {keys.split(', ').map(one => (
                      <KeyCap key={one} keys={one} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
