/** The busy sign: three sticks catching one after another. It stands beside words, which carry the meaning. */
export function Spinner() {
  return (
    <span className="sticks" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
