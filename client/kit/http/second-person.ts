type Ask = () => Promise<string | null>;
let ask: Ask | null = null;

/** Sets the dialog that asks for a reason when an act needs approval. Returns a function to unset it. */
export function onReasonWanted(next: Ask): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = null;
  };
}

/** The reason for an act; null if cancelled. */
export const reasonWanted = async (): Promise<string | null> => (ask ? ask() : null);
