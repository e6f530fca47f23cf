import { CHAT_FILE_MB } from '@lobby/shared/kit/upload-limits.ts';
import { ENDED_ROOMS, type RoomRow, room } from '@lobby/shared/modules/room.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { useTyping } from '../../../kit/ui/detail/typing.ts';
import { Composer } from '../../../kit/ui/thread/Composer.tsx';
import type { Message } from '../../../kit/ui/thread/conversation.ts';
import { useNames } from '../../../kit/ui/thread/useNames.ts';

interface AnswerProps {
  id: string;
  row: Partial<RoomRow>;
  /** The message being replied to. */
  quoted: Message | null;
  onQuote: (message: Message | null) => void;
}

/** Composer of a room, for users who may write. */
export function Answer({ id, row, quoted, onQuote }: AnswerProps) {
  const mayWrite = useCan(room.code, 'write');
  const typing = useTyping();
  const names = useNames(row);
  if (!mayWrite) return null;
  return (
    <Composer
      definition={room}
      form="room-answer"
      id={id}
      canned={`${room.path}/replies`}
      typeId={null}
      row={row}
      ended={ENDED_ROOMS}
      privateOnly={false}
      fileMegabytes={CHAT_FILE_MB}
      values={names}
      quoted={quoted}
      onQuote={onQuote}
      onTyping={typing}
    />
  );
}
