import { Info, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../kit/ui/Button.tsx';
import { styleClass } from '../../theme/classes.ts';
import type { Change, Editing } from './editing.ts';

const panelClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  flex: 'none',
  w: { base: 'full', md: '320px' },
  bg: 'bg',
  borderInlineStartWidth: { base: '0', md: '1px' },
  borderTopWidth: { base: '1px', md: '0' },
  borderColor: 'border',
  '& > h2': {
    display: { base: 'none', md: 'flex' },
    alignItems: 'center',
    gap: '2',
    flex: 'none',
    h: '13',
    px: '4',
    textStyle: 'md',
    fontWeight: 'semibold',
    borderBottomWidth: '1px',
    borderColor: 'border',
  },
  '& > h2 small': { px: '1.5', borderRadius: 'full', bg: 'bg.muted', textStyle: 'xs', fontWeight: 'normal' },
  '& > div': {
    display: { base: 'none', md: 'block' },
    flex: '1',
    minH: '0',
    overflow: 'auto',
    px: '4',
    py: '3',
    color: 'fg.muted',
  },
  '& ul': { listStyle: 'none', m: '0', mb: '3', p: '0' },
  '& li': { display: 'flex', alignItems: 'flex-start', gap: '2', py: '2', textStyle: 'sm' },
  '& li > span': { flex: '1', minW: '0', overflowWrap: 'anywhere' },
  '& li strong': { display: 'block', fontWeight: 'medium', color: 'fg' },
  '& li del': { display: 'block', color: 'fg.muted' },
  '& li ins': { display: 'block', color: 'done.fg', textDecoration: 'none' },
  '& > footer': { display: 'flex', gap: '2', flex: 'none', p: '3', borderTopWidth: '1px', borderColor: 'border' },
  '& > footer > :last-child': { flex: '1' },
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

/** A value as a line says it. */
function useSaying() {
  const { t, i18n } = useTranslation('unit-group');
  return ({ name }: Change, value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('none');
    if (typeof value === 'boolean') return t(value ? 'on' : 'off');
    if (typeof value === 'string' && value.startsWith('data:')) return t('picture.some');
    if (Array.isArray(value))
      return value.map(one => (typeof one === 'object' ? `${one.name} ${one.phone}` : one)).join(', ') || t('none');
    const option = `unit-group:options.${name}.${value}`;
    return i18n.exists(option) ? t(option) : String(value);
  };
}

interface ReviewProps {
  editing: Pick<Editing, 'changes' | 'busy' | 'save' | 'discard' | 'undo'>;
  label: (name: string) => ReactNode;
}

/** What saving will change, value by value. */
export function Review({ editing, label }: ReviewProps) {
  const { t } = useTranslation('unit-group');
  const say = useSaying();
  const { changes, busy } = editing;
  const count = changes.length;
  return (
    <aside className={panelClass()} aria-label={t('review.title')}>
      <h2>
        {t('review.title')} <small>{count}</small>
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a body that scrolls takes the keys */}
      <div tabIndex={0}>
        {count === 0 && <p>{t('review.nothing')}</p>}
        <ul>
          {changes.map(change => (
            <li key={change.name}>
              <span>
                <strong>{label(change.name)}</strong>
                <del>{say(change, change.before)}</del>
                <ins>{say(change, change.after)}</ins>
              </span>
              <IconButton
                icon={Undo2}
                size="sm"
                label={t('review.undo', { name: label(change.name) })}
                onClick={() => editing.undo(change.name)}
              />
            </li>
          ))}
        </ul>
        {count > 0 && (
          <div className={noteClass()}>
            <Info aria-hidden />
            <p>
              <strong>{t('review.atOnce')}</strong>
              {t('review.atOnceText')}
            </p>
          </div>
        )}
      </div>
      {count > 0 && (
        <footer>
          <Button onClick={editing.discard}>{t('review.discard')}</Button>
          <Button look="filled" busy={busy} onClick={editing.save}>
            {t('review.save', { count })}
          </Button>
        </footer>
      )}
    </aside>
  );
}
