import { chakra } from '@chakra-ui/react';
import { answers, type Definition, isFixed } from '@lobby/shared/kit/definition.ts';
import { holds } from '@lobby/shared/kit/permissions.ts';
import { useAtomValue } from 'jotai';
import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../base/matches.ts';
import { toastRefusal } from '../../i18n/toast-refusal.ts';
import { permissionsAtom } from '../../session/permissions.ts';
import { projectIdAtom } from '../../session/session.ts';
import { Button } from '../controls/Button.tsx';
import { useFieldWords } from '../form/form-context.ts';
import { useShortcuts } from '../keyboard.ts';
import { usePhone } from '../layout/phone.ts';
import type { MenuItem } from '../overlay/Menu.tsx';
import { ActionMenu } from './ActionMenu.tsx';
import { askedInputs, isAskedAbout, listsOf } from './acts.ts';
import { allowedActions, editFlag, iconOfAct, likelyOf, type NamedAction } from './allowed.ts';
import { ActionDialog } from './LazyActionDialog.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import { useAct } from './useAct.ts';
import { useOverflowCount } from './useOverflowCount.ts';

export interface ActionBarProps {
  definition: Definition;
  row: Row;
  /** Opens the form; absent if the record cannot be edited here. */
  onEdit?: () => void;
  /** Called after the record was removed. */
  onRemoved: () => void;
  /** Initial values of acts' inputs: `{assign: {employeeId}}`. */
  values?: Readonly<Record<string, Record<string, unknown>>>;
  /** Further information in an act's dialog. */
  asides?: Readonly<Record<string, ReactNode>> | undefined;
  /** Labels of acts that differ from the default; null hides an act. */
  wording?: Readonly<Record<string, string | null>>;
  /** Further buttons and menu entries. */
  extra?: ReactNode;
  /** Shown first: the primary button, if it is no act of the record. */
  lead?: ReactNode;
  more?: readonly MenuItem[];
}

/** Limit of acts with a button of their own; the others are in the menu. */
const MOST = 5;

/** Whether a record is in one of the statuses, if any are given. */
const isIn = (statuses: readonly string[] | undefined, { status }: Row) => statuses?.includes(String(status)) ?? true;

/** Acts that the reader may do on a record now: the primary one filled, then others, the rest in a menu; with shortcuts. */
export function ActionBar({
  definition,
  row,
  onEdit,
  onRemoved,
  values,
  asides,
  wording,
  extra,
  lead,
  more = [],
}: ActionBarProps) {
  const { t } = useTranslation('kit');
  const say = useFieldWords(definition.name);
  const inputs = useFieldWords(definition.name, 'inputs');
  const projectId = useAtomValue(projectIdAtom) ?? '';
  const permissions = useAtomValue(permissionsAtom(projectId)) ?? {};
  const act = useAct(definition);
  const phone = usePhone();
  const [dialogAct, setDialogAct] = useState<NamedAction | null>(null);
  const [removing, setRemoving] = useState(false);
  const [busy, setBusy] = useState('');
  const allowed = allowedActions(definition, row, permissions).filter(({ name }) => wording?.[name] !== null);
  const open = !isFixed(definition, row);
  const canEdit =
    open &&
    onEdit &&
    answers(definition, 'update') &&
    isIn(definition.editedIn, row) &&
    holds(permissions, definition.code, editFlag(definition));
  const canRemove =
    open &&
    answers(definition, 'remove') &&
    isIn(definition.removedIn, row) &&
    holds(permissions, definition.code, 'delete');
  const bar = useRef<HTMLDivElement>(null);
  const fit = useOverflowCount(bar, MOST, `${row.id} ${allowed.map(({ name }) => name).join()}`);
  const likely = likelyOf(definition, allowed, row);
  // One red button at most; on records with amounts none, so that nobody cancels by accident. The others are in the menu.
  const reds = allowed.filter(({ action }) => action.danger);
  const red = definition.money ? undefined : (reds.find(named => named === likely) ?? reds[0]);
  const isHidden = (named: NamedAction) => Boolean(named.action.danger) && named !== red;

  const run = async (name: string) => {
    setBusy(name);
    await act(row, name)
      .catch(error => toastRefusal(error, { title: t('act.failed') }))
      .finally(() => setBusy(''));
  };
  const press = (named: NamedAction) =>
    isAskedAbout(named.action, row) ? setDialogAct(named) : busy || void run(named.name);
  useShortcuts(
    'detail',
    { edit: canEdit ? onEdit : undefined },
    allowed.flatMap(named =>
      named.action.key ? [{ keys: named.action.key, words: say.action(named.name), run: () => press(named) }] : [],
    ),
  );

  const [inBar, inMenu] = [allowed.filter(named => !isHidden(named)), allowed.filter(isHidden)];
  const shown = inBar.slice(0, fit);
  // If no status change is possible, editing is the primary act.
  const editShown = canEdit && (shown.length === 0 || !definition.statuses);
  const keysOf = (key: string | undefined) => (phone ? undefined : key?.toUpperCase());
  const wordsOf = ({ name, action }: NamedAction) =>
    (wording?.[name] ?? say.action(name)) + (isAskedAbout(action, row) ? '…' : '');
  // Distinguishes it from the button without dialog.
  const withInput = ({ name, action }: NamedAction) =>
    t('act.with', {
      action: wording?.[name] ?? say.action(name),
      input: Object.keys(askedInputs(action))
        .map(field => inputs.label(field))
        .join(', '),
    });
  const item = (named: NamedAction, rest: Pick<MenuItem, 'key' | 'label' | 'keys' | 'onSelect'>): MenuItem => ({
    icon: iconOfAct(definition, named),
    tone: named.action.danger ? 'bad' : undefined,
    ...rest,
  });
  const others = [...inBar.slice(fit), ...inMenu].map(named =>
    item(named, {
      key: named.name,
      label: wordsOf(named),
      keys: keysOf(named.action.key),
      onSelect: () => press(named),
    }),
  );
  // Acts done at once by their button can be given optional input here.
  const detailed = allowed
    .filter(({ action }) => Object.keys(askedInputs(action)).length > 0 && !isAskedAbout(action, row))
    .map(named =>
      item(named, { key: `${named.name}-asked`, label: withInput(named), onSelect: () => setDialogAct(named) }),
    );
  const button = (named: NamedAction) => (
    <Button
      key={named.name}
      icon={iconOfAct(definition, named)}
      look={named === likely ? 'filled' : 'outline'}
      tone={named.action.danger ? 'bad' : 'neutral'}
      keys={keysOf(named.action.key)}
      busy={busy === named.name}
      onClick={() => press(named)}
    >
      {wordsOf(named)}
    </Button>
  );
  const edit = { key: 'edit', label: t('detail.edit'), icon: Pencil, keys: keysOf('e'), onSelect: onEdit };
  const remove = {
    key: 'remove',
    label: `${say.action('remove')}…`,
    icon: Trash2,
    tone: 'bad' as const,
    onSelect: () => setRemoving(true),
  };
  return (
    <chakra.div
      ref={bar}
      display="flex"
      // A module's own buttons are not moved to the menu, so they wrap to the next line.
      flexWrap={(extra || lead) && fit === 1 ? 'wrap' : undefined}
      alignItems="center"
      gap="2"
      overflow="hidden"
      m="-3px"
      p="3px"
    >
      {editShown && (
        <Button icon={edit.icon} keys={edit.keys} onClick={onEdit}>
          {edit.label}
        </Button>
      )}
      {lead}
      {shown.filter(({ action }) => !action.danger).map(button)}
      {extra}
      {shown.filter(({ action }) => action.danger).map(button)}
      <ActionMenu
        sections={[
          { key: 'acts', items: [...others, ...detailed] },
          { key: 'record', items: [...(canEdit && !editShown ? [edit] : []), ...more] },
          { key: 'remove', items: canRemove ? [remove] : [] },
        ]}
      />
      {dialogAct && (
        <ActionDialog
          definition={definition}
          act={dialogAct}
          subject={say.called(definition, row) || say.one}
          what={say.thing(say.called(definition, row))}
          row={row}
          values={values?.[dialogAct.name]}
          held={listsOf(dialogAct.action, [row])}
          onAct={input => act(row, dialogAct.name, input)}
          onClose={() => setDialogAct(null)}
        >
          {asides?.[dialogAct.name]}
        </ActionDialog>
      )}
      {removing && (
        <RemoveDialog definition={definition} row={row} onRemoved={onRemoved} onClose={() => setRemoving(false)}>
          {asides?.remove}
        </RemoveDialog>
      )}
    </chakra.div>
  );
}
