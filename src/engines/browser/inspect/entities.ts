/** Who stands behind an address, as far as the list of third-party-web knows. */
export interface Entity {
  readonly name: string;
  readonly category: string;
}

export async function entityFinder(): Promise<(url: string) => Entity | undefined> {
  const { default: known } = await import('third-party-web/nostats-subset.js');
  return (url) => {
    const entity = known.getEntity(url);
    return entity && { name: entity.name, category: entity.category };
  };
}
