import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../theme/classes.ts';
import { KeyCap } from '../marks/KeyCap.tsx';
import { SHORTCUTS } from './shortcuts.ts';

const listClass = styleClass({
  display: 'grid',
  gridTemplateColumns: '1fr auto',
  rowGap: '1.5',
  columnGap: '3',
  alignItems: 'center',
  '& > div': { display: 'contents' },
  '& dd': { display: 'flex', gap: '1', justifyContent: 'flex-end' },
});

/** Keys as shown, and what they do. */
export interface KeyLine {
  keys: string;
  words: string;
}

export function KeyLines({ lines }: { lines: readonly KeyLine[] }) {
  return (
    <dl className={listClass()}>
      {lines.map(({ keys, words }) => (
        <div key={`${keys} ${words}`}>
          <dt>{words}</dt>
          <dd>
            {keys.split(', ').map(group => (
              <KeyCap key={group} keys={group} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** All shortcuts of the product by scope, with those of the acts of a screen. */
export function KeyGroups({ acts = [] }: { acts?: readonly KeyLine[] }) {
  const { t } = useTranslation('around');
  const groups = Object.entries(SHORTCUTS).map(([name, keys]) => ({
    name,
    lines: Object.entries<string>(keys).map(([does, shown]) => ({ keys: shown, words: t(`keys.${does}`) })),
  }));
  if (acts.length > 0) groups.push({ name: 'acts', lines: [...acts] });
  return groups.map(({ name, lines }) => (
    <section key={name}>
      <h3>{t(`keys.groups.${name}`)}</h3>
      <KeyLines lines={lines} />
    </section>
  ));
}
