export const directorySkeletonCount = 6;
export const otherSkeletonCount = 3;
