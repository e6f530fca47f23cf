import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import { Minus, Plus, Undo2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../kit/ui/controls/Button.tsx';
import { ReviewPanel } from '../../../kit/ui/layout/ReviewPanel.tsx';
import { styleClass } from '../../../theme/classes.ts';
import type { Difference } from './grants.ts';

const sectionClass = styleClass({
  '& h3': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    px: '1.5',
    minH: '5',
    borderRadius: 'sm',
    textStyle: 'xs',
    fontWeight: 'medium',
  },
  '& h3 svg': { w: '3', h: '3' },
  '& h3[data-added=true]': { bg: 'done.subtle', color: 'done.fg' },
  '& h3[data-added=false]': { bg: 'bad.subtle', color: 'bad.fg' },
  '& li': { display: 'flex', alignItems: 'center', gap: '2', minH: '9', textStyle: 'sm' },
  '& li > span': { flex: '1', minW: '0' },
  '& li > svg': { w: '4', h: '4', flex: 'none' },
  '& [data-added=true] + ul li > svg': { color: 'done.fg' },
  '& [data-added=false] + ul li > svg': { color: 'bad.fg' },
  '& b': { fontWeight: 'medium', color: 'fg' },
  '& del': { color: 'fg' },
  '& em': { display: 'block', fontStyle: 'normal', textStyle: 'xs', color: 'bad.fg' },
});

interface DifferencesProps {
  differences: readonly Difference[];
  /** Errors of the server, by `permissions.<key>`. */
  refused: FieldErrors;
  holders: readonly { name: string }[];
  busy: boolean;
  onUndo: (difference: Difference) => void;
  onDiscard: () => void;
  onSave: () => void;
}

/** Unsaved changes of permissions, and who is affected. */
export function Differences({ differences, refused, holders, busy, onUndo, onDiscard, onSave }: DifferencesProps) {
  const { t } = useTranslation(['authorization', 'modules', 'errors']);
  const count = differences.length;
  const names = holders
    .slice(0, 2)
    .map(holder => holder.name)
    .join(', ');
  return (
    <ReviewPanel
      title={t('review')}
      count={count}
      nothing={t('nothing')}
      note={
        holders.length > 0 ? { title: t('atOnce'), text: t('atOnceText', { names, count: holders.length }) } : undefined
      }
      discard={t('discard')}
      save={t('save', { count })}
      busy={busy}
      onDiscard={onDiscard}
      onSave={onSave}
    >
      {[true, false].map(added => {
        const some = differences.filter(difference => difference.added === added);
        if (some.length === 0) return null;
        return (
          <section key={String(added)} className={sectionClass()}>
            <h3 data-added={added}>
              {added ? <Plus aria-hidden /> : <Minus aria-hidden />}
              {t(added ? 'added' : 'removed', { count: some.length })}
            </h3>
            <ul>
              {some.map(difference => (
                <li key={difference.key}>
                  {added ? <Plus aria-hidden /> : <X aria-hidden />}
                  <span>
                    {added ? <b>{t(`flags.${difference.flag}`)}</b> : <del>{t(`flags.${difference.flag}`)}</del>} ·{' '}
                    {t(`modules:${difference.code}`)}
                    {refused[`permissions.${difference.key}`] && (
                      <em role="alert">{t(`errors:${refused[`permissions.${difference.key}`]?.code}`)}</em>
                    )}
                  </span>
                  <IconButton
                    icon={Undo2}
                    size="sm"
                    label={t('undo', {
                      action: t(`flags.${difference.flag}`),
                      module: t(`modules:${difference.code}`),
                    })}
                    onClick={() => onUndo(difference)}
                  />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </ReviewPanel>
  );
}
