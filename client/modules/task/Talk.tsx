import { task } from '@lobby/shared/modules/task.ts';
import { useTyping } from '../../kit/ui/detail/typing.ts';
import { Composer } from '../../kit/ui/thread/Composer.tsx';

/** Composer for messages about a task. */
export function Talk({ id }: { id: string }) {
  const typing = useTyping();
  return (
    <Composer definition={task} form="task-talk" id={id} typeId={null} privateOnly values={{}} onTyping={typing} />
  );
}
