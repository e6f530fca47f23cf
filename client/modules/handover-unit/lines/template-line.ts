/** An item to inspect in a room, as a line of a template. */
export interface TemplateLine {
  roomId: string;
  itemId: string;
  quantity: number;
  required: boolean;
}
