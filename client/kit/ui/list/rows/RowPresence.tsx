import { usePresent } from '../../../live/presence.ts';
import { AvatarStack } from '../../marks/Avatar.tsx';
import { useListModel } from '../model/model.ts';

/** Others at the record: viewing, editing, typing. */
export function RowPresence({ id }: { id: string }) {
  const { definition } = useListModel();
  const people = usePresent(definition.code, id);
  if (people.length === 0) return null;
  return <AvatarStack people={people.map(({ mode, ...person }) => ({ ...person, doing: mode }))} />;
}
