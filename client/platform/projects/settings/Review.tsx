import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../kit/ui/controls/Button.tsx';
import { ReviewPanel } from '../../../kit/ui/layout/ReviewPanel.tsx';
import { styleClass } from '../../../theme/classes.ts';
import type { Change, Editing } from './editing.ts';

const lineClass = styleClass({
  display: 'flex',
  alignItems: 'flex-start',
  gap: '2',
  py: '2',
  textStyle: 'sm',
  '& > span': { flex: '1', minW: '0', overflowWrap: 'anywhere' },
  '& strong': { display: 'block', fontWeight: 'medium', color: 'fg' },
  '& del': { display: 'block', color: 'fg.muted' },
  '& ins': { display: 'block', color: 'done.fg', textDecoration: 'none' },
});

/** Returns a formatter for setting values. */
function useSaying() {
  const { t, i18n } = useTranslation('unit-group');
  return ({ name }: Change, value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('none');
    if (typeof value === 'boolean') return t(value ? 'on' : 'off');
    if (typeof value === 'string' && value.startsWith('data:')) return t('picture.some');
    if (Array.isArray(value))
      return (
        value.map(item => (typeof item === 'object' ? `${item.name} ${item.phone}` : item)).join(', ') || t('none')
      );
    const option = `unit-group:options.${name}.${value}`;
    return i18n.exists(option) ? t(option) : String(value);
  };
}

interface ReviewProps {
  editing: Pick<Editing, 'changes' | 'busy' | 'save' | 'discard' | 'undo'>;
  label: (name: string) => ReactNode;
}

/** Unsaved changes of settings. */
export function Review({ editing, label }: ReviewProps) {
  const { t } = useTranslation('unit-group');
  const say = useSaying();
  const { changes, busy } = editing;
  const count = changes.length;
  return (
    <ReviewPanel
      title={t('review.title')}
      count={count}
      nothing={t('review.nothing')}
      note={{ title: t('review.atOnce'), text: t('review.atOnceText') }}
      discard={t('review.discard')}
      save={t('review.save', { count })}
      busy={busy}
      onDiscard={editing.discard}
      onSave={editing.save}
    >
      <ul>
        {changes.map(change => (
          <li key={change.name} className={lineClass()}>
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
    </ReviewPanel>
  );
}
