import { chakra } from '@chakra-ui/react';
import { Why } from './Why.tsx';

interface RefusedProps {
  /** Error of the server in the reader's language; empty if there is none. */
  error: string | undefined;
  code: string | undefined;
}

/** Why what was asked was not done, in a screen that says so itself: the refusal, and what the guide tells of it. */
export const Refused = ({ error, code }: RefusedProps) =>
  error ? (
    <>
      <chakra.p role="alert" color="bad.fg">
        {error}
      </chakra.p>
      <Why code={code} />
    </>
  ) : null;
