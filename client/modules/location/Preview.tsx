import { type Level, MOST_PLACES } from '@lobby/shared/modules/location.ts';
import { countOf, lineage, placeAt, totalOf } from '@lobby/shared/modules/places.ts';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { styleClass } from '../../theme/classes.ts';

const boxClass = styleClass({
  flex: 'none',
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'md',
  overflow: 'hidden',
  '& > header': { display: 'flex', flexWrap: 'wrap', gap: '2', px: '3', py: '2', bg: 'bg.subtle', textStyle: 'sm' },
  '& > header strong': { fontWeight: 'semibold' },
  '& > header span': { color: 'fg.muted', ms: 'auto' },
  '& > header[data-bad] span': { color: 'bad.fg' },
  '& ol': { listStyle: 'none', m: '0', p: '0' },
  '& li': {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '3',
    px: '3',
    py: '1.5',
    borderTopWidth: '1px',
    borderColor: 'border',
  },
  '& li > span': { minW: '0', overflowWrap: 'anywhere' },
  '& li > code': { flex: 'none', maxW: '50%', overflowWrap: 'anywhere', fontFamily: 'inherit', color: 'fg.muted' },
  '& li[data-gap]': { justifyContent: 'center', color: 'fg.muted', textStyle: 'xs' },
});

/** Number of first places shown, besides the last one. */
const FIRST = 4;

/** Number of places of a level, with the names of the first ones and the last. */
export function Preview({ levels, id }: { levels: readonly Level[]; id: string }) {
  const { t } = useTranslation('location');
  const { count: countWords } = useFormats();
  const line = lineage(levels, id);
  if (!line || line.length === 0) return null;
  const [count, total] = [countOf(levels, id), totalOf(levels)];
  const shown = Array.from({ length: Math.min(count, FIRST) }, (_, n) => n);
  if (count > FIRST) shown.push(count - 1);
  return (
    <section className={boxClass()} aria-label={t('preview.title')} aria-live="polite">
      <header data-bad={total > MOST_PLACES || undefined}>
        <strong>{t('preview.count', { count, said: countWords(count) })}</strong>
        <span>{t('preview.total', { count: total, said: countWords(total), most: countWords(MOST_PLACES) })}</span>
      </header>
      <ol>
        {shown.map(n => {
          const { key, name, code } = placeAt(levels, id, n);
          return [
            n > FIRST && (
              <li key="gap" data-gap="">
                {t('preview.more', { count: n - FIRST, said: countWords(n - FIRST) })}
              </li>
            ),
            <li key={key}>
              <span>{name}</span>
              <code>{code}</code>
            </li>,
          ];
        })}
      </ol>
    </section>
  );
}

/** The preview for the level being edited in the surrounding form. */
export function TypedPreview({ levels, level }: { levels: readonly Level[]; level: Partial<Level> }) {
  const typed: Record<string, unknown> = useWatch();
  const text = (name: 'name' | 'code') => String(typed[name] ?? level[name] ?? '').trim();
  const quantity = 'quantity' in typed ? Number(String(typed.quantity ?? '').replace(/\D/g, '')) : level.quantity;
  const parentId = 'parentId' in typed ? typed.parentId : level.parentId;
  const id = level.id ?? 'new';
  if (!text('name') || !quantity || quantity > MOST_PLACES) return null;
  const edited: Level = {
    id,
    name: text('name'),
    code: text('code'),
    quantity,
    parentId: typeof parentId === 'string' && parentId ? parentId : null,
  };
  const all = levels.some(item => item.id === id)
    ? levels.map(item => (item.id === id ? edited : item))
    : [...levels, edited];
  return <Preview levels={all} id={id} />;
}
