import { Bookmark, BookmarkPlus, Pencil, RotateCcw, Save, Star, StarOff, Trash2, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../base/toast.ts';
import { toastRefusal } from '../../../i18n/toast-refusal.ts';
import { changeView, type View, type ViewPart } from '../../../list/views.ts';
import { usePreference } from '../../../session/preferences.ts';
import { IconButton } from '../../controls/Button.tsx';
import { Menu, type MenuItem } from '../../overlay/Menu.tsx';
import { useListModel } from '../model/model.ts';
import { useLayout } from './useLayout.ts';
import type { useViews } from './useViews.ts';
import type { Asking } from './ViewDialog.tsx';

interface ViewMenuProps {
  model: ReturnType<typeof useViews>;
  onAsk: (asking: Asking) => void;
}

/** Menu for the active view, or for the current state without one. */
export function ViewMenu({ model, onAsk }: ViewMenuProps) {
  const { definition } = useListModel();
  const { t } = useTranslation(['around', 'errors']);
  const { projectId, on, now, turnOn } = model;
  const [columns] = useLayout(definition);
  const [usual, setUsual] = usePreference(`view/${projectId}/${definition.name}`, '');
  const differs = on && (on.query !== now || (on.columns && JSON.stringify(on.columns) !== JSON.stringify(columns)));
  const change = (view: View, part: ViewPart) =>
    changeView(projectId, view, part).then(
      () => toast({ tone: 'done', title: t('views.saved', { name: part.name ?? view.name }) }),
      error => toastRefusal(error, { title: t('views.failed') }),
    );
  const item = (key: string, icon: MenuItem['icon'], onSelect: () => void, more: Partial<MenuItem> = {}) => ({
    key,
    label: t(`views.${key}`),
    icon,
    onSelect,
    ...more,
  });
  const mayChange = on?.mayChange;
  const ofView = on
    ? [
        ...(differs && mayChange ? [item('update', Save, () => void change(on, { query: now, columns }))] : []),
        ...(differs ? [item('reset', RotateCcw, () => turnOn(on))] : []),
        usual === on.id
          ? item('notUsual', StarOff, () => setUsual(null))
          : item('usual', Star, () => setUsual(on.id), { note: t('views.usualNote') }),
        ...(mayChange
          ? [
              item('rename', Pencil, () => onAsk({ kind: 'change', view: on })),
              item(on.shared ? 'unshare' : 'share', Users, () => void change(on, { shared: !on.shared })),
              item('remove', Trash2, () => onAsk({ kind: 'remove', view: on }), { tone: 'bad' as const }),
            ]
          : []),
      ]
    : [];
  return (
    <Menu
      placement="bottom-end"
      tooltip={t('views.title')}
      trigger={<IconButton icon={Bookmark} label={t('views.title')} pressed={on !== null} />}
      sections={[
        { key: 'new', items: [item('add', BookmarkPlus, () => onAsk({ kind: 'add' }))] },
        { key: 'view', label: on?.name, items: ofView },
      ]}
    />
  );
}
