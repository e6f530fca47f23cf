import { Info, Plus, Undo2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../kit/ui/Button.tsx';
import { styleClass } from '../../theme/classes.ts';
import type { Difference } from './grants.ts';

const panelClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  flex: 'none',
  w: { base: 'full', md: '320px' },
  position: { base: 'sticky', md: 'static' },
  bottom: '0',
  zIndex: 'bar',
  bg: 'bg',
  borderInlineStartWidth: { base: '0', md: '1px' },
  borderTopWidth: { base: '1px', md: '0' },
  borderColor: 'border',
  // On a phone the list itself shows what is changed: only the buttons stay.
  '& > h2': {
    display: { base: 'none', md: 'flex' },
    alignItems: 'center',
    h: '13',
    px: '4',
    flex: 'none',
    textStyle: 'md',
    fontWeight: 'semibold',
    borderBottomWidth: '1px',
    borderColor: 'border',
  },
  '& > h2 small': { ms: '2', px: '1.5', borderRadius: 'full', bg: 'bg.muted', textStyle: 'xs', fontWeight: 'normal' },
  '& > div': {
    display: { base: 'none', md: 'block' },
    flex: '1',
    minH: '0',
    overflow: 'auto',
    px: '4',
    py: '3',
    color: 'fg.muted',
  },
  '& > footer': { display: 'flex', gap: '2', flex: 'none', p: '3', borderTopWidth: '1px', borderColor: 'border' },
  '& > footer > :last-child': { flex: '1' },
  '& h3': { display: 'inline-flex', px: '2', borderRadius: 'sm', textStyle: 'xs', fontWeight: 'medium' },
  '& h3[data-added=true]': { bg: 'done.subtle', color: 'done.fg' },
  '& h3[data-added=false]': { bg: 'bad.subtle', color: 'bad.fg' },
  '& ul': { listStyle: 'none', m: '0', mb: '3', p: '0' },
  '& li': { display: 'flex', alignItems: 'center', gap: '2', minH: '9', textStyle: 'sm' },
  '& li > span': { flex: '1', minW: '0' },
  '& li > svg': { w: '4', h: '4', flex: 'none' },
  '& b': { fontWeight: 'medium', color: 'fg' },
  '& del': { color: 'fg' },
});
const noteClass = styleClass({
  display: 'flex',
  gap: '2',
  p: '3',
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'lg',
  textStyle: 'sm',
  '& > svg': { flex: 'none', w: '4', h: '4', mt: '0.5', color: 'waiting.fg' },
  '& strong': { display: 'block', fontWeight: 'semibold', color: 'fg' },
});

interface DifferencesProps {
  differences: readonly Difference[];
  holders: readonly { name: string }[];
  busy: boolean;
  onUndo: (difference: Difference) => void;
  onDiscard: () => void;
  onSave: () => void;
}

/** What saving will change, line by line, and for whom. */
export function Differences({ differences, holders, busy, onUndo, onDiscard, onSave }: DifferencesProps) {
  const { t } = useTranslation(['authorization', 'modules']);
  const count = differences.length;
  return (
    <aside className={panelClass()} aria-label={t('review')}>
      <h2>
        {t('review')} <small>{count}</small>
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a body that scrolls takes the keys */}
      <div tabIndex={0}>
        {count === 0 && <p>{t('nothing')}</p>}
        {[true, false].map(added => {
          const some = differences.filter(one => one.added === added);
          if (some.length === 0) return null;
          return (
            <section key={String(added)}>
              <h3 data-added={added}>{t(added ? 'added' : 'removed', { count: some.length })}</h3>
              <ul>
                {some.map(one => (
                  <li key={one.key}>
                    {added ? <Plus aria-hidden /> : <X aria-hidden />}
                    <span>
                      {added ? <b>{t(`flags.${one.flag}`)}</b> : <del>{t(`flags.${one.flag}`)}</del>} ·{' '}
                      {t(`modules:${one.code}`)}
                    </span>
                    <IconButton
                      icon={Undo2}
                      size="sm"
                      label={t('undo', { action: t(`flags.${one.flag}`), module: t(`modules:${one.code}`) })}
                      onClick={() => onUndo(one)}
                    />
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
        {count > 0 && holders.length > 0 && (
          <div className={noteClass()}>
            <Info aria-hidden />
            <p>
              <strong>{t('atOnce')}</strong>
              {t('atOnceText', {
                names: holders
                  .slice(0, 2)
                  .map(one => one.name)
                  .join(', '),
                count: holders.length,
              })}
            </p>
          </div>
        )}
      </div>
      {count > 0 && (
        <footer>
          <Button onClick={onDiscard}>{t('discard')}</Button>
          <Button look="filled" busy={busy} onClick={onSave}>
            {t('save', { count })}
          </Button>
        </footer>
      )}
    </aside>
  );
}
