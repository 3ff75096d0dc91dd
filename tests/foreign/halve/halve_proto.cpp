#include "halve_proto.h"
