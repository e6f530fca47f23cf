import { type RoomRow, room } from '@lobby/shared/modules/room.ts';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { useRefRow } from '../../kit/refs/refs.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { employeeOf, meAtom, scopeAtom } from '../../kit/session/session.ts';
import { useTyping } from '../../kit/ui/detail/typing.ts';
import { Composer } from '../../kit/ui/thread/Composer.tsx';
import type { Message } from '../../kit/ui/thread/conversation.ts';

interface AnswerProps {
  id: string;
  row: Partial<RoomRow>;
  /** The message that is answered. */
  quoted: Message | null;
  onQuote: (message: Message | null) => void;
}

/** The composer under a conversation with a resident, for those who may write. */
export function Answer({ id, row, quoted, onQuote }: AnswerProps) {
  const { t } = useTranslation('thread');
  const scope = useAtomValue(scopeAtom);
  const me = useAtomValue(meAtom);
  const mayWrite = useCan(room.code, 'write');
  const typing = useTyping();
  const unit = useRefRow('unit', row.unitId);
  const resident = useRefRow('resident', row.residentId);
  if (!mayWrite) return null;
  return (
    <Composer
      definition={room}
      form="room-answer"
      id={id}
      canned={`${room.path}/replies`}
      typeId={null}
      privateOnly={false}
      values={{
        resident: resident?.name ?? t('resident'),
        unit: unit?.name,
        staff: me?.user.name,
        project: employeeOf(scope.projectId)?.projectName,
      }}
      quoted={quoted}
      onQuote={onQuote}
      onTyping={typing}
    />
  );
}
