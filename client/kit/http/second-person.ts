type Ask = () => Promise<string | null>;
let ask: Ask | null = null;

/** Sets how somebody is asked why, where an act needs a second person. Answers how to end it. */
export function onReasonWanted(next: Ask): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = null;
  };
}

/** Why the act is wanted; null where nobody says it. */
export const reasonWanted = async (): Promise<string | null> => (ask ? ask() : null);
