import { chakra } from '@chakra-ui/react';
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';

/** An error, a success or what happened before, above a form; read out at once. */
export function AuthAlert({ tone = 'bad', children }: { tone?: 'bad' | 'done' | 'waiting'; children: ReactNode }) {
  const Icon = tone === 'done' ? CircleCheck : CircleAlert;
  return (
    <chakra.div
      role={tone === 'bad' ? 'alert' : 'status'}
      display="flex"
      gap="2"
      p="3"
      bg={`${tone}.subtle`}
      color={`${tone}.fg`}
      borderRadius="md"
    >
      <Icon style={{ marginTop: 2, flex: 'none' }} />
      <chakra.div minW="0">{children}</chakra.div>
    </chakra.div>
  );
}
