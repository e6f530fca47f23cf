import { chakra } from '@chakra-ui/react';
import { Why } from '../guide/Why.tsx';

interface RefusedProps {
  /** Error of the server in the reader's language; empty if there is none. */
  error: string | undefined;
  code: string | undefined;
}

/** A refusal shown within a screen, with its explanation from the guide. */
export const Refused = ({ error, code }: RefusedProps) =>
  error ? (
    <>
      <chakra.p role="alert" color="bad.fg">
        {error}
      </chakra.p>
      <Why code={code} />
    </>
  ) : null;
